import { FirstOfAll } from '#web/app/first-of-all.tsx'
import { SecondFactorCard } from '#web/features/account/factor/second-factor-card.tsx'

/** For administrators who still lack the mandatory second factor. */
export const MissingFactorPage = () => (
  <FirstOfAll
    title="Set up a second factor"
    why="Administrators need a second factor here. Set one up to go on; then sign in elsewhere with it, too."
  >
    <SecondFactorCard />
  </FirstOfAll>
)
