import { defineModule } from '@atalaya/module-sdk'
import { Weather } from './weather.tsx'

export default defineModule({ Widget: Weather })
