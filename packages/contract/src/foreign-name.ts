const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name that somebody chose, as it stands in a sentence: it turns the direction of nothing but itself. */
export function inSentence(name: string): string {
  const plain = name.replace(/\p{Bidi_Control}/gu, '')
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain
}
