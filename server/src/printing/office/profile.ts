/**
 * The settings of LibreOffice for documents of strangers: no macros, no embedded programs, and nothing is fetched from
 * addresses or other files that a document names. The proxy leads nowhere, in case something asks the network all the same.
 */
export const profile = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  ...Object.entries({
    '/org.openoffice.Office.Common/Security/Scripting': {
      MacroSecurityLevel: '3',
      DisableMacrosExecution: 'true',
      DisableActiveContent: 'true',
      DisableOLEAutomation: 'true',
      DisablePythonRuntime: 'true',
      BlockUntrustedRefererLinks: 'true',
      CheckDocumentEvents: 'true',
    },
    '/org.openoffice.Office.Common/Save/Document': { LoadPrinter: 'false' },
    '/org.openoffice.Office.Writer/Content/Update': { Link: '2', Field: 'false', Chart: 'false' },
    '/org.openoffice.Office.Java/VirtualMachine': { Enable: 'false' },
    '/org.openoffice.Inet/Settings': {
      ooInetProxyType: '1',
      ooInetHTTPProxyName: '127.0.0.1',
      ooInetHTTPProxyPort: '9',
      ooInetHTTPSProxyName: '127.0.0.1',
      ooInetHTTPSProxyPort: '9',
      ooInetNoProxy: '',
    },
    '/org.openoffice.Setup/Office': { ooSetupInstCompleted: 'true' },
  }).flatMap(([path, settings]) =>
    Object.entries(settings).map(
      ([name, value]) =>
        `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
    ),
  ),
  '</oor:items>',
  '',
].join('\n')
