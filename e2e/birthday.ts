/**
 * Today's day and month in a year long ago, in the browser's zone (playwright.config.ts): it may be another day than
 * here.
 */
export const birthday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format().replace(/^\d+/, '1990')
