import { defineModule } from '@atalaya/module-sdk'
import { WebPage } from './web-page.tsx'

export default defineModule({ Widget: WebPage })
