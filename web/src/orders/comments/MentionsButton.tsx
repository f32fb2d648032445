import { listOwnMentions } from '@our-print/contract/orders/orderComments.ts'
import { useRead } from '../../base/api/api.ts'
import { plural } from '../../base/format/format.ts'
import { usePopup } from '../../base/page/usePopup.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Menu, MenuItem } from '../../base/ui/Menu.tsx'
import { Text } from '../../base/ui/Text.tsx'

const most = 10

/** What names the person and is not seen yet: their number in the app bar, and the way to each. */
export default function MentionsButton({ unseen }: { unseen: number }) {
  const { anchor, button, close } = usePopup('menu')
  const { data, error } = useRead(
    listOwnMentions,
    { querystring: { is_seen: 'false', limit: String(most) } },
    { enabled: anchor !== null },
  )
  return (
    <>
      <Button
        size="small"
        tone="accent"
        aria-label={`${plural(unseen, 'comment names', 'comments name')} you`}
        {...button}
      >
        @{unseen}
      </Button>
      {anchor && (
        <Menu label="Comments that name you" anchor={anchor} onClose={close}>
          {!data && (
            <MenuItem disabled>{error ? `They could not be loaded. ${error.message}` : 'Loading…'}</MenuItem>
          )}
          {data?.results.map(({ id, order, order_number, order_title, by, text }) => (
            <MenuItem key={id} to={`/order/${order}`}>
              <Text as="div">
                #{order_number} {order_title}
              </Text>
              <Text as="div" size="caption" tone="muted" flow="twoLines">
                {by}: {text}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
