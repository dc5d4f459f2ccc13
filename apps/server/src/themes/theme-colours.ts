import type { ChosenColours } from '@atalaya/contract/colours'
import { DEFAULT_THEME } from '@atalaya/contract/themes'
import { shippedThemes } from './shipped.ts'
import type { ThemesRepo } from './themes.repo.ts'

const NONE = { light: {}, dark: {} }

/** Colours by the id of a theme. Only added themes are looked up in the database. */
export function createThemeColours({ repo }: { repo: Pick<ThemesRepo, 'coloursOf'> }) {
  const findColours = async (id: string): Promise<Omit<ChosenColours, 'of'>> => {
    if (id === DEFAULT_THEME) return NONE
    const shipped = shippedThemes.find((theme) => theme.id === id)
    // A removed theme leaves the product's own colours.
    return shipped ?? (await repo.coloursOf(id)) ?? NONE
  }
  return {
    async find(id: string): Promise<ChosenColours> {
      const { light, dark } = await findColours(id)
      return { of: id, light, dark }
    },
  }
}
export type ThemeColours = ReturnType<typeof createThemeColours>
