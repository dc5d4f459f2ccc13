import { expect, test } from 'vitest'
import schema from './config.schema.json' with { type: 'json' }
import { recipes } from './recipes.ts'
import { source } from './server.ts'
import { answers } from './testing/answers.ts'
import { toolsAnswering } from './testing/tools.ts'

/** Part that a person types beside the recipe, and the expected request. */
const typed: Record<string, [string, string]> = {
  transitous: [
    'de-DELFI_de:11000:1',
    'https://api.transitous.org/api/v1/stoptimes?stopId=de-DELFI_de%3A11000%3A1&n=20',
  ],
  'pi-hole': ['pi.hole', 'http://pi.hole/api/stats/summary'],
  adguard: ['192.168.1.2:3000', 'http://192.168.1.2:3000/control/stats'],
  proxmox: ['https://pve.example.org:8006/', 'https://pve.example.org:8006/api2/json/cluster/resources?type=vm'],
  jellyfin: ['[fd00::2]:8096', 'http://[fd00::2]:8096/Sessions?activeWithinSeconds=600'],
  qbittorrent: ['box:8080', 'http://box:8080/api/v2/transfer/info'],
  github: ['octocat/hello-world', 'https://api.github.com/repos/octocat/hello-world'],
  currency: ['', 'https://api.frankfurter.dev/v1/latest?base=EUR'],
  'power-price': ['DE-LU', 'https://api.energy-charts.info/price?bzn=DE-LU'],
  'air-quality': [
    '40.42, -3.70',
    'https://air-quality-api.open-meteo.com/v1/air-quality?latitude=40.42&longitude=-3.70&current=european_aqi,pm10,pm2_5,ozone',
  ],
}

test('the form offers all ten recipes', () => {
  expect(schema.properties.recipe.oneOf.map((option) => option.const)).toEqual(recipes.map(({ id }) => id))
  expect(recipes).toHaveLength(10)
})

test.each(recipes.map((recipe) => [recipe.id, recipe] as const))(
  'the recipe %s needs only the missing part of its address, and finds all of its values',
  async (id, recipe) => {
    const [address, url] = typed[id] ?? ['', '']
    const config = { recipe: id, address, ...(recipe.header && { headerValue: 'sealed' }) }
    expect(source.missing?.(config)).toBeNull()
    const { answer, shows } = answers[id] ?? expect.unreachable(`${id} has a sample`)
    const { tools, requests } = toolsAnswering(answer)
    const { values } = await source.fetch(config, tools, null)
    expect(
      values.map((value) => (value.kind === 'one' ? value.value : value.kind === 'column' && value.values)),
    ).toEqual(shows)
    const header = recipe.header && { [recipe.header.toLowerCase()]: 'sealed' }
    expect(requests).toEqual([{ url, headers: { accept: 'application/json', ...header } }])
    if (recipe.defaultPart === undefined)
      expect(source.missing?.({ recipe: id })).toBe(`As address, type ${recipe.part}.`)
  },
)
