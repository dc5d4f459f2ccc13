import { source as player } from '@atalaya/now-playing/source'

export const source = player
