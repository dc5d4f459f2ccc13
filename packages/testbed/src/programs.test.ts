import { expect, test } from 'vitest'
import { findProgram, requireProgram } from './programs.ts'

test('the error names the missing program and how to install it', () => {
  expect(findProgram('no-such-server')).toBeUndefined()
  expect(() => requireProgram('no-such-server')).toThrow(
    'no-such-server is not installed; on Debian: apt-get install no-such-server',
  )
  expect(requireProgram('sh')).toMatch(/\/sh$/)
})
