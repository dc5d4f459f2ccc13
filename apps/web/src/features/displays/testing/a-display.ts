import type { Display } from '@atalaya/contract/displays'

/** Display for tests. */
export function aDisplay(fields: Partial<Display> = {}): Display {
  return {
    _id: 'kitchen',
    name: 'Kitchen',
    place: 'Beside the fridge',
    tags: [],
    zone: 'UTC',
    entries: [{ pageId: 'home', seconds: 30, hours: null }],
    settings: {
      theme: 'system',
      colours: null,
      zoom: 100,
      turned: 0,
      brightness: 100,
      idle: null,
      night: null,
      language: null,
      frame: true,
      transitions: true,
      onAlert: null,
    },
    event: null,
    isOnline: true,
    report: { pageId: 'home', version: __VERSION__, width: 1024, height: 600, memoryBytes: 90_000_000, stillMs: 0 },
    seenAt: '2026-11-20T12:00:00Z',
    copySeenAt: null,
    createdAt: '2026-11-01T12:00:00Z',
    ...fields,
  }
}
