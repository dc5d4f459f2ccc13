// Repeats release.test.ts with everything installed by npm, which takes as long as the network does.
import { test } from 'vitest'
import { installByNpm } from './install-archives.ts'
import { packPublished } from './pack-published.ts'
import { emptyFolder, walkOutside } from './walk-outside.ts'

test('a module can be made outside of the checkout with npm alone', async () => {
  await walkOutside(installByNpm, await packPublished(emptyFolder()))
}, 300_000)
