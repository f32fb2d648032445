import Box from '@mui/material/Box'
import { type Configuration, getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { query } from '../../base/api/api.ts'
import { LoadFailure } from '../../base/feedback/LoadFailure.tsx'
import { Loading } from '../../base/feedback/Loading.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Page } from '../../base/page/Page.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { ConfigurationForm } from './ConfigurationForm.tsx'

export function ConfigurationPage() {
  // Not refetched: it fills a form.
  const reply = useQuery({
    ...query(getConfiguration, {}),
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  })
  if (reply.data && reply.isFetchedAfterMount) return <Ready configuration={reply.data} />
  if (reply.error) {
    return <LoadFailure title="The configuration could not be loaded" reply={reply} />
  }
  return <Loading />
}

const Ready = ({ configuration }: { configuration: Configuration }) => (
  <Page
    title="Configuration"
    actions={
      <>
        <SecondaryButton component={RouterLink} to="/printers">
          Printers
        </SecondaryButton>
        <HistoryLink kind="configurations" newTab />
      </>
    }
    subtitle={
      <Box component="span" sx={{ width: 1, typography: 'body2', color: 'text.secondary' }}>
        Price changes apply to new orders only.
      </Box>
    }
  >
    <ConfigurationForm configuration={configuration} />
  </Page>
)
