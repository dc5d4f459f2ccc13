import { tokens } from '@atalaya/contract/credentials'
import type { Scope } from '@atalaya/contract/scopes'
import type { Selector } from '@atalaya/contract/selector'
import type { TestApp } from './test-app.ts'

type TokenOptions = { name?: string; scopes: Scope[]; days?: number; selector?: Selector }

/** Creates a token for programs that belongs to the owner of `accessToken`. */
export async function newTokenOf(
  it: Pick<TestApp, 'call'>,
  accessToken: string,
  { name = 'script', ...fields }: TokenOptions,
) {
  const { status, body } = await it.call(tokens.create, { body: { name, ...fields } }, accessToken)
  if (status !== 200) throw new Error(`no token: ${body.error}`)
  return { token: body.data.token as string, id: body.data.created._id as string }
}
