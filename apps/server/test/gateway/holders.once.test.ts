import { hello } from '@atalaya/contract/agent-protocol'
import { describe, expect, test } from 'vitest'
import { hashAgentToken } from '#server/agents/agent-tokens.ts'
import { type HolderState, judgeHello } from '#server/gateway/holders.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const MINUTE_MS = 60_000

/** Stands for the server in a sequence of hellos: keeps its state, and judges each hello. */
function createServer() {
  let state: HolderState = { epoch: 0, resumeHash: null, resumePrevious: null, holders: [] }
  let now = START
  return {
    advance: (ms: number) => {
      now += ms
    },
    restoreBackup: (backup: HolderState) => {
      state = backup
    },
    backup: () => state,
    /** Returns the resume token of the welcome, or the reason for the suspicion. */
    hello(run: string, resume: string | null = null): { resume: string } | { suspicion: string } {
      const frame = hello.parse({ version: '1', runId: run, hostname: run, resume })
      const { suspicion, holders, previous } = judgeHello(state, { hello: frame, ip: '10.0.0.1', now })
      if (suspicion) return { suspicion }
      const epoch = state.epoch + 1
      const next = `${epoch}.secret-of-${run}`
      state = { epoch, resumeHash: hashAgentToken(next), resumePrevious: previous, holders }
      return { resume: next }
    },
  }
}
const resumeOf = (answer: ReturnType<ReturnType<typeof createServer>['hello']>) =>
  'resume' in answer ? answer.resume : null
const welcome = { resume: expect.any(String) }

describe('an agent with its own token is welcome', () => {
  test('after any number of lost connections', () => {
    const server = createServer()
    let resume: string | null = null
    for (let n = 0; n < 50; n++) {
      const answer = server.hello('a', resume)
      expect(answer).toEqual(welcome)
      resume = resumeOf(answer)
    }
  })

  test('after any number of restarts, with its newest, an older or no resume token', () => {
    const server = createServer()
    let saved = resumeOf(server.hello('a-0'))
    for (let n = 1; n < 20; n++) {
      const answer = server.hello(`a-${n}`, n % 3 === 0 ? null : saved)
      expect(answer).toEqual(welcome)
      if (n % 2 === 0 || n % 3 === 0) saved = resumeOf(answer)
    }
  })

  test('when welcomes get lost on their way', () => {
    const server = createServer()
    const saved = resumeOf(server.hello('a'))
    for (const run of ['b', 'c', 'd']) expect(server.hello(run, saved)).toEqual(welcome)
  })

  test('when it moves to another machine', () => {
    const server = createServer()
    server.hello('old-machine')
    expect(server.hello('new-machine')).toEqual(welcome)
    server.advance(MINUTE_MS)
    expect(server.hello('new-machine')).toEqual(welcome)
  })

  test('after the database was restored from a backup', () => {
    const server = createServer()
    const first = resumeOf(server.hello('a'))
    const backup = server.backup()
    const second = resumeOf(server.hello('b', first))
    const third = resumeOf(server.hello('c', second))
    server.restoreBackup(backup)
    expect(server.hello('d', third)).toEqual(welcome)
  })

  test('when other programs use its token briefly, once in eleven minutes', () => {
    const server = createServer()
    for (let n = 0; n < 10; n++) {
      expect(server.hello('a')).toEqual(welcome)
      expect(server.hello(`test-run-${n}`)).toEqual(welcome)
      server.advance(11 * MINUTE_MS)
    }
  })
})

describe('two holders of one token are suspected', () => {
  test('when they alternate three times within ten minutes', () => {
    const server = createServer()
    for (const run of ['a', 'b', 'a', 'b']) {
      expect(server.hello(run)).toEqual(welcome)
      server.advance(MINUTE_MS)
    }
    expect(server.hello('a')).toEqual({ suspicion: 'Two programs took turns with this token' })
  })

  test('when one comes back with its resume token after the other took its place', () => {
    const server = createServer()
    const ofA = resumeOf(server.hello('a'))
    const ofB = resumeOf(server.hello('b'))
    expect(server.hello('a', ofA)).toEqual(welcome)
    expect(server.hello('b', ofB)).toEqual({ suspicion: expect.stringContaining('whose place another one') })
  })

  test('when a copied disk starts from an old saved state', () => {
    const server = createServer()
    const saved = resumeOf(server.hello('a-1'))
    const newer = resumeOf(server.hello('a-2', saved))
    server.hello('a-3', newer)
    expect(server.hello('copy', saved)).toEqual({ suspicion: expect.stringContaining('whose place another one') })
  })

  test('when one invents a future resume token and they alternate', () => {
    const server = createServer()
    const answers = ['a', 'thief', 'a', 'thief', 'a'].map((run) =>
      server.hello(run, run === 'thief' ? '999999.invented' : null),
    )
    expect(answers.at(-1)).toEqual({ suspicion: expect.any(String) })
  })
})
