/** A process that writes groups of bills and pays them, and prints the number of each group that was stored, until it is killed. */
import { writeSync } from 'node:fs'
import { createPool } from 'mysql2'
import Libsql from 'libsql'
import { fromMysql2, fromSqlite, sqlRepository, type SqlDatabase } from 'hospital-payments/sql'
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'

const [place = '', tenant = '', size = ''] = process.argv.slice(2)

function open(): SqlDatabase {
  return place.startsWith('mysql:')
    ? fromMysql2(createPool({ uri: place, connectionLimit: 1 }))
    : fromSqlite(new Libsql(place))
}

const repository = sqlRepository(open(), { tenant })

for (let number = 1; ; number++) {
  const reference = `group ${number}`
  const payments = Array.from({ length: Number(size) }, (_, i) =>
    paymentFixture({ id: `pay_${process.pid}_${number}_${i}`, reference }),
  )
  writeSync(1, `begin ${number}\n`)
  await repository.insert(payments.map((payment) => insertFixture(payment)))
  writeSync(1, `inserted ${number}\n`)
  const changes = payments.map((payment) => changeFixture(payment, { status: 'succeeded' }))
  const lines = payments.map(({ id }) => ({ key: `line ${id}`, paymentIds: [id] }))
  await repository.replace({ changes, lines })
  writeSync(1, `replaced ${number}\n`)
}
