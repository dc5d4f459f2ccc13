import { RequiredActionScreen } from '#web/app/required-action-screen.tsx'
import { SecondFactorCard } from '#web/features/account/factor/second-factor-card.tsx'

/** For administrators who still lack the mandatory second factor. */
export const MissingFactorPage = () => (
  <RequiredActionScreen
    title="Set up a second factor"
    reason="Administrators need a second factor here. Set one up to go on; then sign in elsewhere with it, too."
  >
    <SecondFactorCard />
  </RequiredActionScreen>
)
