import { usePhotos } from '@atalaya/module-sdk/photos'
import { type RefObject, useEffect, useState } from 'react'
import { draw } from './shrink.ts'

const SIDE_PX = 320

/** Thumbnail of a photo, made when its place scrolls into view: sixty large photos would take a gigabyte. */
export function useThumb(id: string, place: RefObject<Element | null>): string | null {
  const { read } = usePhotos()
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const show = async () => {
      const image = new Image()
      image.src = await read(id)
      await image.decode()
      if (!isOver) setSrc(draw(image, SIDE_PX).toDataURL('image/jpeg'))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // If the photo can't be read, its number stays in its place.
      show().catch(() => undefined)
    })
    if (place.current) observer.observe(place.current)
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [id, place, read])
  return src
}
