import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** HTML in the pages before the program runs: the sign-in form, and the frame of each screen. */
export type Drawn = { form: string; frames: Record<string, string> }

/**
 * Draws the sign-in form and the frames of the screens at these addresses, with the components that will replace them.
 */
export async function draw(addresses: string[]): Promise<Drawn> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: { ssr: 'src/app/drawn/draw.tsx', write: false, rolldownOptions: { output: { codeSplitting: false } } },
  })
  // By its type, `build` can return a list of outputs; this build has one.
  const [first] = [built].flat()
  if (!first || !('output' in first)) throw new Error('The pages could not be drawn: nothing was built')
  const program = Buffer.from(first.output[0].code).toString('base64')
  const worker = new Worker(new URL(`data:text/javascript;base64,${program}`), { workerData: { addresses } })
  const [drawn] = (await once(worker, 'message')) as [Drawn]
  await worker.terminate()
  return drawn
}
