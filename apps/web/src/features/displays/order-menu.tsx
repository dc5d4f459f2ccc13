import type { DisplayOrder } from '@atalaya/contract/displays'
import type { LucideIcon } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'

type OrderMenuProps = {
  title: string
  icon: LucideIcon
  orders: readonly { title: string; order: DisplayOrder }[]
  onChoose: (order: DisplayOrder) => void
}

export function OrderMenu({ title, icon: Icon, orders, onChoose }: OrderMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary" size="sm">
          <Icon aria-hidden />
          {title}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {orders.map(({ title: name, order }) => (
          <DropdownMenuItem key={name} onSelect={() => onChoose(order)}>
            {name}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
