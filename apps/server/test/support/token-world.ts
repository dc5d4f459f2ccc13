import { tokens } from '@atalaya/contract/credentials'
import type { Scope } from '@atalaya/contract/scopes'
import type { Selector } from '@atalaya/contract/selector'
import type { TestApp } from './test-app.ts'

type TokenOptions = { name?: string; scopes: Scope[]; days?: number; selector?: Selector }

/** A new token of this access token's owner. */
export async function newTokenOf(
  it: Pick<TestApp, 'call'>,
  accessToken: string,
  { name = 'script', ...wanted }: TokenOptions,
) {
  const { status, body } = await it.call(tokens.create, { body: { name, ...wanted } }, accessToken)
  if (status !== 200) throw new Error(`no token: ${body.error}`)
  return { token: body.data.token as string, id: body.data.created._id as string }
}
