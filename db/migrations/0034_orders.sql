CREATE TABLE `invoice` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`type` text NOT NULL,
	`state` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`title` text NOT NULL,
	`tax_id` text NOT NULL,
	`details_sealed` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_at` integer,
	`pdf` text DEFAULT '' NOT NULL,
	`ofd` text DEFAULT '' NOT NULL,
	`red_number` text DEFAULT '' NOT NULL,
	`red_pdf` text DEFAULT '' NOT NULL,
	`red_ofd` text DEFAULT '' NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`ask_at` integer NOT NULL,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `invoice_order` ON `invoice` (`order_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_number` ON `invoice` (`number`) WHERE number <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_open` ON `invoice` (`order_id`) WHERE state <> 'CANCELLED';--> statement-breakpoint
CREATE INDEX `invoice_due` ON `invoice` (`ask_at`) WHERE state in ('APPLIED', 'ISSUING');--> statement-breakpoint
CREATE TABLE `order_package` (
	`package_id` text NOT NULL,
	`version` integer NOT NULL,
	`goods` text NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_fen` integer NOT NULL,
	`valid_days` integer,
	`audience` text NOT NULL,
	`on_sale` integer NOT NULL,
	`current` integer NOT NULL,
	`created_by` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`package_id`, `version`),
	CONSTRAINT "order_package_amounts" CHECK(quantity > 0 and price_fen > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_package_current` ON `order_package` (`package_id`) WHERE current = 1;--> statement-breakpoint
CREATE TABLE `purchase` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`buyer_id` text NOT NULL,
	`buyer_name` text NOT NULL,
	`package_id` text NOT NULL,
	`package_version` integer NOT NULL,
	`goods` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_fen` integer NOT NULL,
	`amount_fen` integer NOT NULL,
	`valid_days` integer,
	`state` text NOT NULL,
	`invoice_state` text NOT NULL,
	`paid_fen` integer DEFAULT 0 NOT NULL,
	`refunded_fen` integer DEFAULT 0 NOT NULL,
	`pay_before` integer NOT NULL,
	`paid_at` integer,
	`delivered_at` integer,
	`shipped_at` integer,
	`confirmed_at` integer,
	`returned_at` integer,
	`ship_to_sealed` text DEFAULT '' NOT NULL,
	`carrier` text DEFAULT '' NOT NULL,
	`tracking_number` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_amounts" CHECK(amount_fen > 0 and refunded_fen >= 0 and refunded_fen <= paid_fen and paid_fen <= amount_fen)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_number` ON `purchase` (`number`);--> statement-breakpoint
CREATE INDEX `purchase_enterprise` ON `purchase` (`enterprise_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `purchase_page` ON `purchase` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `purchase_open` ON `purchase` (`pay_before`) WHERE state in ('TO_PAY', 'PAYING');--> statement-breakpoint
CREATE TABLE `purchase_event` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`state` text NOT NULL,
	`operator` text DEFAULT '' NOT NULL,
	`remark` text DEFAULT '' NOT NULL,
	`amount_fen` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_event_order` ON `purchase_event` (`order_id`,`seq`);--> statement-breakpoint
CREATE TABLE `purchase_payment` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`trade_no` text NOT NULL,
	`method` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`state` text NOT NULL,
	`qr` text DEFAULT '' NOT NULL,
	`provider_no` text DEFAULT '' NOT NULL,
	`paid_fen` integer DEFAULT 0 NOT NULL,
	`paid_at` integer,
	`given_back` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ask_at` integer NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_payment_trade` ON `purchase_payment` (`trade_no`,`provider_no`);--> statement-breakpoint
CREATE INDEX `purchase_payment_order` ON `purchase_payment` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchase_payment_waiting` ON `purchase_payment` (`ask_at`) WHERE state = 'WAITING';--> statement-breakpoint
CREATE INDEX `purchase_payment_paid` ON `purchase_payment` (`method`,`paid_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_payment_kept` ON `purchase_payment` (`order_id`) WHERE state = 'PAID';--> statement-breakpoint
CREATE TABLE `purchase_refund` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`order_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`amount_fen` integer NOT NULL,
	`copies` integer DEFAULT 0 NOT NULL,
	`reason` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`requested_by` text DEFAULT '' NOT NULL,
	`before` text,
	`reviewed_by` text DEFAULT '' NOT NULL,
	`reviewed_at` integer,
	`review_remark` text DEFAULT '' NOT NULL,
	`provider_refund_no` text DEFAULT '' NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`ask_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "purchase_refund_amount" CHECK(amount_fen > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_number` ON `purchase_refund` (`number`);--> statement-breakpoint
CREATE INDEX `purchase_refund_order` ON `purchase_refund` (`order_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchase_refund_page` ON `purchase_refund` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `purchase_refund_running` ON `purchase_refund` (`ask_at`) WHERE state = 'RUNNING';--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_open` ON `purchase_refund` (`order_id`) WHERE kind <> 'RETURN' and state in ('REQUESTED', 'RUNNING', 'FAILED');--> statement-breakpoint
CREATE UNIQUE INDEX `purchase_refund_return` ON `purchase_refund` (`payment_id`) WHERE kind = 'RETURN';--> statement-breakpoint
CREATE TABLE `reconciliation` (
	`id` text PRIMARY KEY NOT NULL,
	`method` text NOT NULL,
	`day` text NOT NULL,
	`lines` integer NOT NULL,
	`matched` integer NOT NULL,
	`paid_fen` integer NOT NULL,
	`refunded_fen` integer NOT NULL,
	`differences` text NOT NULL,
	`failure` text DEFAULT '' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reconciliation_day` ON `reconciliation` (`method`,`day`);--> statement-breakpoint
CREATE INDEX `reconciliation_page` ON `reconciliation` (`day`,`method`);--> statement-breakpoint
ALTER TABLE `copies_lot` ADD `refunded` integer DEFAULT 0 NOT NULL;