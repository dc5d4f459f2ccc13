const rules = new Intl.PluralRules('en')

/** A text for so many: `#` stands for the number. */
export const plural = (count: number, forms: { one: string; other: string }): string =>
  forms[rules.select(count) === 'one' ? 'one' : 'other'].replace('#', String(count))
