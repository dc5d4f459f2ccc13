import { defineModule } from '@atalaya/module-sdk'
import { GameServer } from './game-server.tsx'

export default defineModule({ Widget: GameServer })
