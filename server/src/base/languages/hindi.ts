import { hindiCustomers } from './hindiCustomers.ts'
import { hindiFiles } from './hindiFiles.ts'
import { hindiMoney } from './hindiMoney.ts'
import { hindiNotFound } from './hindiNotFound.ts'
import { hindiOrders } from './hindiOrders.ts'
import { hindiPeople } from './hindiPeople.ts'
import { hindiPrinters } from './hindiPrinters.ts'
import { hindiPrinting } from './hindiPrinting.ts'
import { hindiRequests } from './hindiRequests.ts'
import { hindiRewards } from './hindiRewards.ts'
import { hindiShop } from './hindiShop.ts'
import { hindiWarnings } from './hindiWarnings.ts'
import { hindiWords } from './hindiWords.ts'

/** What the server says, in Hindi, by its words in English. */
export const hindi = {
  ...hindiWords,
  ...hindiNotFound,
  ...hindiWarnings,
  ...hindiRequests,
  ...hindiFiles,
  ...hindiCustomers,
  ...hindiOrders,
  ...hindiMoney,
  ...hindiPrinters,
  ...hindiPrinting,
  ...hindiRewards,
  ...hindiPeople,
  ...hindiShop,
} as const
