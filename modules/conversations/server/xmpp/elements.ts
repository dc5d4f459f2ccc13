import { Element } from 'ltx'

/** What a server or a room says when it does not do as it is asked: `service-unavailable`. */
export class Refusal extends Error {}

export function element(name: string, xmlns: string, ...children: (Element | string)[]): Element {
  const made = new Element(name, { xmlns })
  made.append(...children)
  return made
}
