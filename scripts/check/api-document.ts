import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type Ruleset, Spectral } from '@stoplight/spectral-core'
// By its own path: the package as a whole also loads the rules of AsyncAPI.
import oas from '@stoplight/spectral-rulesets/dist/oas/index.js'
import { contract } from '../../apps/server/src/http/document/contract.ts'
import { createDocument, type OpenApi } from '../../apps/server/src/http/document/document.ts'

/** Rules of Redocly's strictest set that are left out, each with its reason. */
const REDOCLY = {
  'no-ambiguous-paths': 'off', // Addresses like `/alerts/{id}` and `/alerts/rules` stay; the router prefers the word.
  'operation-4xx-response': 'off', // Calls without access rules and input have no 4xx to describe.
} as const

/** Rules of Spectral's whole set that are left out, each with its reason. */
const SPECTRAL = {
  'info-contact': 'off', // Each installation has an administrator of its own.
  'license-url': 'off', // OpenAPI 3.1 has `identifier` in its place, and takes one of the two.
  'oas3-operation-security-defined': 'off', // Takes the roles of 3.1 for OAuth scopes. Redocly checks security, too.
  'oas3-parameter-description': 'off', // Names and schemas describe most of them.
} as const

async function redocly(document: OpenApi): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: REDOCLY })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `Redocly ${ruleId}: ${location[0]?.pointer ?? ''} ${message}`)
}

async function spectral(document: OpenApi): Promise<string[]> {
  const linter = new Spectral()
  linter.setRuleset({ extends: [[oas.default, 'all']], rules: SPECTRAL } as unknown as Ruleset)
  const problems = await linter.run(document)
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${path.join('.')} ${message}`)
}

/** Runs two linters of OpenAPI over the contract's document. Returns their complaints, empty if there are none. */
export async function apiDocument(): Promise<string> {
  const document = createDocument(contract)
  return [...(await redocly(document)), ...(await spectral(document))].join('\n')
}
