import { defineModule } from '@atalaya/module-sdk'
import { WeatherNow } from './weather-now.tsx'

export default defineModule({ Widget: WeatherNow })
