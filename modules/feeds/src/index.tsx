import { defineModule } from '@atalaya/module-sdk'
import { Feeds } from './feeds.tsx'

export default defineModule({ Widget: Feeds })
