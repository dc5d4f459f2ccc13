import { defineModule } from '@atalaya/module-sdk'
import { NowPlayingWidget } from '@atalaya/now-playing/widget'

export default defineModule({ Widget: NowPlayingWidget })
