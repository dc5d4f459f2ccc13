import { AppError } from '#server/domain/errors.ts'
import { readTheme } from '#server/themes/read-theme.ts'
import { validTheme } from '#test/support/themes.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'

fuzzDoor('themes', {
  seeds: [
    JSON.stringify(validTheme),
    '{"format":1,"id":"a","name":"A","version":"1.0.0","light":{},"dark":{}}',
    '[[[[]]]]',
  ],
  maxBytes: 16 * 1024,
  moreInputs: jsonWithFaults(validTheme),
  read(input) {
    try {
      const { light, dark } = readTheme(input.toString())
      const others = [light, dark].flatMap(Object.values).filter((colour) => !/^#[0-9a-f]{6}$/.test(colour))
      return others.length > 0 ? `took ${others[0]} for a colour` : null
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'bad_request')) throw error
    }
    return null
  },
})
