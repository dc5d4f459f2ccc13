import { source as forecast } from '@atalaya/weather/source'

export const source = forecast
