import { SettingsPlace } from '#web/app/settings/settings-place.tsx'
import { TokensPage } from '#web/features/tokens/tokens-page.tsx'

/** Tokens as a section of the settings. */
export const TokensSettings = () => (
  <SettingsPlace section="tokens">
    <TokensPage />
  </SettingsPlace>
)
