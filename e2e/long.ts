/** True with `TEST_LONG=1`, as in `npm run test:long`: tests run with more sizes, themes and rounds. */
export const LONG = process.env.TEST_LONG === '1'
