import { Notice } from '../shared/Notice.tsx'

export const ServerErrorPage = () => <Notice title="This is 500 page" />
