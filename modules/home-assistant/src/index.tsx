import { defineModule } from '@atalaya/module-sdk'
import { HomeAssistant } from './home-assistant.tsx'

export default defineModule({ Widget: HomeAssistant })
