import { Sidebar } from '#web/app/shell/sidebar.tsx'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#web/components/ui/sheet.tsx'

type SidebarSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The sidebar of a small screen, over the page. */
export function SidebarSheet({ isOpen, onOpenChange }: SidebarSheetProps) {
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent className="w-72 bg-sidebar">
        <SheetTitle className="sr-only">Navigation</SheetTitle>
        <SheetDescription className="sr-only">The screens of Atalaya and your account</SheetDescription>
        <Sidebar onNavigate={() => onOpenChange(false)} />
      </SheetContent>
    </Sheet>
  )
}
