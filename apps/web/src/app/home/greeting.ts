/** Morning before 12:00, afternoon before 19:00, else evening. */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  if (hour < 19) return 'Good afternoon'
  return 'Good evening'
}
