import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModuleRequest, RequestParams } from '@atalaya/contract/module-requests'

const PLACEHOLDER = /\{([^{}]*)\}/g
const CONFIG = 'config.'

/** A request that can't be made from the given values; the message names the missing or wrong one. */
export class TemplateError extends Error {}

type FilledRequest = { url: string; headers: Record<string, string>; body: string | undefined }

/**
 * Fills a declared request with the parameters of a call and the values of a form. A value is escaped, so that it stays
 * one part of the URL. A POST has the parameters that its URL does not use as a JSON body.
 * @throws TemplateError
 */
export function fillRequest({ method, url, headers = {} }: ModuleRequest, params: RequestParams, config: WidgetConfig) {
  const used = new Set<string>()

  function textFor(name: string): string {
    const isConfig = name.startsWith(CONFIG)
    const source: Record<string, unknown> = isConfig ? config : params
    const key = isConfig ? name.slice(CONFIG.length) : name
    const value = Object.hasOwn(source, key) ? source[key] : undefined
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new TemplateError(`The request needs a value for ${name}`)
    }
    if (!isConfig) used.add(key)
    return String(value)
  }

  const filledUrl = url.replace(PLACEHOLDER, (_all, name: string) => encodeURIComponent(textFor(name)))
  const path = filledUrl.slice(0, filledUrl.search(/[?#]|$/))
  if (path.split('/').some((part) => part === '.' || part === '..')) {
    throw new TemplateError('A value must not change the path of the request')
  }
  const filled: FilledRequest = {
    url: filledUrl,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [
        name,
        text.replace(PLACEHOLDER, (_all, key: string) => headerValue(textFor(key))),
      ]),
    ),
    body: undefined,
  }
  if (method === 'POST') {
    filled.headers['content-type'] = 'application/json'
    filled.body = JSON.stringify(Object.fromEntries(Object.entries(params).filter(([key]) => !used.has(key))))
  }
  return filled
}

function headerValue(value: string): string {
  if (/^[\x20-\x7e]*$/.test(value)) return value
  throw new TemplateError('A value holds characters that a header can not')
}
