import { Parser } from 'htmlparser2'

const DEPTH_MAX = 32
const OBJECTS_MAX = 5_000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/**
 * ICS objects in CalDAV's answer to a `calendar-query` (RFC 4791 7.8).
 *
 * @throws Error if it is no multistatus document
 */
export function readMultistatus(xml: string): string[] {
  const objects: string[] = []
  let depth = 0
  let object: string | null = null
  const parser = new Parser(
    {
      onopentag(name) {
        if (depth === 0 && localName(name) !== 'multistatus') throw new Error('is no multistatus')
        if (++depth > DEPTH_MAX) throw new Error('is nested too deeply')
        if (localName(name) === 'calendar-data' && objects.length < OBJECTS_MAX) object = ''
      },
      ontext(part) {
        if (object !== null) object += part
      },
      onclosetag(name) {
        depth--
        if (localName(name) !== 'calendar-data' || object === null) return
        if (object.trim() !== '') objects.push(object)
        object = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  if (/<!doctype|<!entity/i.test(xml.slice(0, Math.max(0, xml.search(/<[a-z]/i))))) throw new Error('has a DTD')
  parser.end(xml)
  return objects
}
