import { kitchenDisplay } from '#test/support/display-world.ts'
import { adminOnly, body, everyUser, type InputBuilder, open, ownOnly, type Row, withBody } from './access-row.ts'

const newDisplay: InputBuilder = async (world) => ({ params: { id: await world.newDisplay() } })
const report = { pageId: null, version: '1', width: 1, height: 1, memoryBytes: null, stillMs: 0 }

/** Expected status for each caller of the calls about displays. A display's own data go to nobody else. */
export const displaysMatrix: Record<string, Row> = {
  'POST /auth/display/begin': open(200),
  'GET /auth/display/status/:code': open(200),
  'GET /api/v1/display': everyUser(404),
  'POST /api/v1/display/report': everyUser(404, body({ screen: 'screen-one', report })),
  'GET /api/v1/displays': everyUser(200),
  'GET /api/v1/displays/waiting/:code': everyUser(404),
  'POST /api/v1/displays': everyUser(404, body({ ...kitchenDisplay, code: 'ABCD-EFGH' })),
  'PATCH /api/v1/displays/:id': ownOnly(200, withBody(newDisplay, { name: 'Hall' })),
  'DELETE /api/v1/displays/:id': ownOnly(200, newDisplay),
  'POST /api/v1/displays/orders': ownOnly(200, async (world) => ({
    body: { to: { displayIds: [await world.newDisplay()] }, order: { kind: 'reload' } },
  })),
  'GET /api/v1/admin/displays': adminOnly(200),
  'DELETE /api/v1/admin/displays/:id': adminOnly(200, newDisplay),
}
