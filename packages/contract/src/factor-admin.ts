import { z } from 'zod'
import { route } from './route.ts'
import { idParams, nothing } from './scalars.ts'

const policy = z.object({ administratorsMust: z.boolean() })
export type FactorPolicy = z.infer<typeof policy>

/** Calls of administrators about second factors. */
export const factorAdmin = {
  reset: route({
    method: 'DELETE',
    path: '/api/v1/users/:id/second-factor',
    access: 'admin',
    scope: null,
    sensitive: 'always',
    summary: "Take an account's second factor away; ends all its sessions",
    params: idParams,
    data: nothing,
  }),
  policy: route({
    method: 'GET',
    path: '/api/v1/admin/second-factor',
    access: 'admin',
    scope: null,
    summary: 'The rule on second factors of administrators',
    data: policy,
  }),
  setPolicy: route({
    method: 'PATCH',
    path: '/api/v1/admin/second-factor',
    access: 'admin',
    scope: null,
    sensitive: 'always',
    summary: 'Say whether administrators must have a second factor; who says so needs one',
    body: z.strictObject(policy.shape),
    data: policy,
  }),
}
