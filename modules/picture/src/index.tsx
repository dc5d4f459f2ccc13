import { defineModule } from '@atalaya/module-sdk'
import { Picture } from './picture.tsx'

export default defineModule({ Widget: Picture })
