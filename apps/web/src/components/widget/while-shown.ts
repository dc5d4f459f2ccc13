import type { Signal } from '@atalaya/module-sdk/host'
import { createSignal, sameJson } from '@atalaya/module-sdk/signal'
import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'

/** Keeps a signal's value up to date by `follow`, only while it is subscribed and the widget is in view. */
export function whileShown<T>(view: Signal<T>, suspended: Signal<boolean>, follow: () => () => void): Signal<T> {
  return {
    get: view.get,
    subscribe(listener) {
      let unfollow: (() => void) | null = null
      const startOrStop = () => {
        if (!suspended.get()) unfollow ??= follow()
        else {
          unfollow?.()
          unfollow = null
        }
      }
      const stops = [view.subscribe(listener), suspended.subscribe(startOrStop)]
      startOrStop()
      return () => {
        unfollow?.()
        for (const stop of stops) stop()
      }
    },
  }
}

/** Result of a query as a signal for a widget. */
export function watchQuery<Data, View>(
  client: QueryClient,
  suspended: Signal<boolean>,
  options: QueryObserverOptions<Data, DefaultError, Data, Data, QueryKey>,
  toView: (result: QueryObserverResult<Data>) => View,
): Signal<View> {
  const observer = new QueryObserver(client, options)
  const view = createSignal(toView(observer.getCurrentResult()), sameJson)
  const refresh = () => view.set(toView(observer.getCurrentResult()))
  return whileShown(view, suspended, () => {
    const unsubscribe = observer.subscribe(refresh)
    refresh()
    return unsubscribe
  })
}
