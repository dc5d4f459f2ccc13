/** With `TEST_LONG=1`: each test at every size, theme and number of rounds that may change it. `npm run test:long`. */
export const LONG = process.env.TEST_LONG === '1'
