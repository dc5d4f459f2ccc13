import VERSIONS from './versions.json' with { type: 'json' }

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const title = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')

const INDEX = `import { defineModule } from '@atalaya/module-sdk'
import { Widget } from './widget.tsx'

export default defineModule({ Widget })
`

const WIDGET = `import { useConfig, useSetConfig, useSize } from '@atalaya/module-sdk'
import { greeting } from './greeting.ts'
import css from './style.css?inline'

/** Fills the cell it is given. useConfig returns the values of the configuration form. */
export function Widget() {
  const config = useConfig()
  const setConfig = useSetConfig()
  const { width } = useSize()
  const count = Number(config.count ?? 0)
  return (
    <div className="widget">
      <style>{css}</style>
      <p className={width > 1 ? 'large' : ''}>{greeting(String(config.name ?? ''), new Date())}</p>
      <button type="button" onClick={() => setConfig({ ...config, count: count + 1 })}>
        Waved {count} times
      </button>
    </div>
  )
}
`

const GREETING = `/** Greeting for a time of day. */
export function greeting(name: string, at: Date): string {
  const part = at.getHours() < 12 ? 'morning' : at.getHours() < 19 ? 'afternoon' : 'evening'
  return \`Good \${part}\${name === '' ? '' : \`, \${name}\`}\`
}
`

const GREETING_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greeting } from './greeting.ts'

test('greets by the time of day', () => {
  assert.equal(greeting('Ada', new Date(2026, 0, 1, 9)), 'Good morning, Ada')
  assert.equal(greeting('', new Date(2026, 0, 1, 21)), 'Good evening')
})
`

// The colours are the product's own; the page hands them to the frame and changes them with the theme.
const STYLE = `html,
body,
body > div,
.widget {
  height: 100%;
  margin: 0;
}
.widget {
  display: grid;
  place-content: center;
  gap: 0.5rem;
  font: 0.875rem system-ui;
  background: var(--card);
  color: var(--foreground);
  text-align: center;
}
p {
  margin: 0;
}
.large {
  font-size: 1.25rem;
}
button {
  padding: 0.375rem 0.75rem;
  border: 1px solid var(--border);
  border-radius: 0.375rem;
  background: var(--muted);
  color: inherit;
  font: inherit;
}
`

/** Location of a module: in a checkout of Atalaya, or in a folder of its own with packages from npm. */
export type ModuleLocation = 'checkout' | 'standalone'

const readmeOf = (id: string, location: ModuleLocation) => {
  const run = (command: string) =>
    location === 'checkout' ? `npm run module -- ${command} ${id}` : `npm run ${command}`
  return `# ${title(id)}

    ${run('dev')}     see it in the sandbox
    ${run('test')}    run its tests
    ${run('pack')}    make the archive to install

docs/modules.md of Atalaya describes what a module can do.
`
}

const packageOf = (id: string) => ({
  name: id,
  version: '0.1.0',
  private: true,
  type: 'module',
  scripts: {
    dev: 'atalaya-module dev',
    test: 'atalaya-module test',
    types: 'tsc',
    pack: 'atalaya-module pack',
  },
  // Packages that build, test and check the module.
  devDependencies: VERSIONS,
})

/** The files of a new module, by path. */
export function templateOf(id: string, location: ModuleLocation): Record<string, string> {
  return {
    'README.md': readmeOf(id, location),
    ...(location === 'standalone' && { 'package.json': json(packageOf(id)), '.gitignore': 'node_modules/\n*.tgz\n' }),
    'module.json': json({
      id,
      name: title(id),
      version: '0.1.0',
      description: 'Says hello.',
      category: 'utilities',
      license: 'MIT',
      size: { width: 2, height: 1 },
      minSize: { width: 1, height: 1 },
      entry: 'src/index.tsx',
      configSchema: 'config.schema.json',
      fixture: 'fixture.json',
    }),
    'config.schema.json': json({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', description: 'The name to greet.', maxLength: 40 },
        count: { type: 'integer', title: 'Waves so far', minimum: 0, default: 0 },
      },
    }),
    'fixture.json': json({
      ...(location === 'standalone' && { $schema: './node_modules/@atalaya/module-sdk/fixture.schema.json' }),
      config: { name: 'Ada', count: 3 },
    }),
    'tsconfig.json': json({
      compilerOptions: {
        target: 'ES2023',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        module: 'ESNext',
        moduleResolution: 'Bundler',
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: true,
        strict: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        types: ['node', 'vite/client'],
      },
      include: ['src'],
    }),
    'src/index.tsx': INDEX,
    'src/widget.tsx': WIDGET,
    'src/greeting.ts': GREETING,
    'src/greeting.test.ts': GREETING_TEST,
    'src/style.css': STYLE,
  }
}
