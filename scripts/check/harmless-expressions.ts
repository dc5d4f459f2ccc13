// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings quote sources.
/**
 * Harmless regular expressions that the check would refuse, each with its reason. Their running time can grow faster
 * than the length of the input. Others are built at run time, so that the checker (recheck) can't analyse them.
 * `source` is the text between the slashes, or the whole of `new RegExp(…)`.
 */
export const harmless: { file: string; source: string; reason: string }[] = [
  {
    file: 'apps/web/src/lib/calls/request.ts',
    source: String.raw`\/+$`,
    reason: 'runs on an address that is set when the client is built',
  },
  {
    file: 'modules/conversations/server/xmpp/reader.ts',
    source: String.raw`([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`,
    reason: 'runs on input that TAG in the same file has matched, at most 16 KiB',
  },
  {
    file: 'modules/weather/src/units.ts',
    source: String.raw`\s*\(?-?\d[\d.]*\s*,\s*-?\d[\d.]*\)?\s*$`,
    reason: 'runs on at most 200 characters',
  },
  {
    file: 'packages/agent/src/commands/allow-file.ts',
    source: 'new RegExp(text)',
    reason: 'only checks the syntax, and does not run; allow.ts runs it for a bounded time',
  },
  {
    file: 'packages/agent/src/measure/linux.ts',
    source: "new RegExp(`^${name}:\\\\s+(\\\\d+)`, 'm')",
    reason: '`name` is one of four constants in the same file; the input is a file of /proc',
  },
  {
    file: 'packages/config-schema/src/safe-pattern.ts',
    source: "new RegExp(pattern, 'u')",
    reason: 'only checks the syntax, and does not run',
  },
  {
    file: 'packages/config-schema/src/safe-pattern.ts',
    source: "new RegExp(`(?=${one})${other}`, 'su')",
    reason: '`one` and `other` each match a single character, and the input is always the 128 ASCII characters',
  },
  {
    file: 'packages/config-schema/src/values.ts',
    source: "new RegExp(node.pattern, 'u')",
    reason: 'the schema holds only patterns that safe-pattern.ts takes, and it runs on at most 128 characters',
  },
]
