import type { OrderLayer } from '#web/app/display-screen/use-orders.ts'

/** Layer of an order over the pages: the display's name and code, or a message. */
export function OverPages({ layer, name }: { layer: OrderLayer; name: string }) {
  return (
    <section
      role="alert"
      className="absolute inset-0 z-60 grid content-center justify-items-center gap-[4cqmin] overflow-hidden bg-background p-[6cqmin] text-center"
    >
      {layer.kind === 'identify' ? (
        <>
          <p className="font-mono font-semibold text-[34cqmin] text-primary-text leading-none">{layer.code}</p>
          <p className="max-w-full break-words text-[clamp(1.25rem,7cqmin,6rem)] leading-tight">{name}</p>
        </>
      ) : (
        <p className="max-w-full text-balance break-words font-semibold text-[clamp(1.25rem,8cqmin,7rem)] leading-tight">
          {layer.text}
        </p>
      )}
    </section>
  )
}
