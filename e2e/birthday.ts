/** Today's day and month in a year long ago, where the browser is (playwright.config.ts): it may be another day than here. */
export const birthday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format().replace(/^\d+/, '1990')
