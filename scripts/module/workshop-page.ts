import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { themeInPage } from '../../apps/web/index-page.plugin.ts'
import { root } from '../lib/workspaces.ts'

/** Builds the page in which `dev` shows a module, from the client's own parts, into a folder. */
export async function buildWorkshopPage(target: string): Promise<string> {
  const web = path.join(root, 'apps/web')
  await build({
    configFile: false,
    root: web,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [react(), tailwindcss(), themeInPage()],
    define: { __VERSION__: '"workshop"' },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2023',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: path.join(web, 'workshop.html') },
    },
  })
  return target
}
