/** Makes a test a row of docs/reliability.md. `npm run test:faults` writes the row if the test passes. */
export const fault = (what: string, expected: string, measured: string) => ({
  annotation: { type: 'fault', description: JSON.stringify({ fault: what, expected, measured }) },
})
