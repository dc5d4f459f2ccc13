import { SOURCE_URL } from '#web/app/links.ts'
import { GitHubMark } from '#web/app/shell/github-mark.tsx'
import { Sidebar } from '#web/app/shell/sidebar.tsx'
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#web/components/ui/sheet.tsx'

type SidebarSheetProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Sidebar of a small screen, over the page; also holds the link for which the header has no room there. */
export function SidebarSheet({ isOpen, onOpenChange }: SidebarSheetProps) {
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent className="w-72 bg-sidebar">
        <SheetTitle className="sr-only">Navigation</SheetTitle>
        <SheetDescription className="sr-only">The screens of Atalaya and your account</SheetDescription>
        <Sidebar onNavigate={() => onOpenChange(false)} />
        <a
          href={SOURCE_URL}
          target="_blank"
          rel="noreferrer"
          aria-label="GitHub (opens in a new tab)"
          className="absolute top-3 right-3 grid size-7 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground sm:hidden pointer-coarse:top-1 pointer-coarse:right-1 pointer-coarse:size-11"
        >
          <GitHubMark />
        </a>
      </SheetContent>
    </Sheet>
  )
}
