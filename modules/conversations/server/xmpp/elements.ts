import { Element } from 'ltx'

/** Refusal of an XMPP server or a room, by its condition: `service-unavailable`. */
export class Refusal extends Error {}

export function element(name: string, xmlns: string, ...children: (Element | string)[]): Element {
  const made = new Element(name, { xmlns })
  made.append(...children)
  return made
}
