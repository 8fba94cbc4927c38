import { prismaClient } from '../../../support/prisma/client.js'

/** Where documents import what `prisma generate` writes. */
export const PrismaClient = prismaClient('postgresql')
